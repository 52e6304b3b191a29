/** The page behind the address at which the router asks for its data alone: `/product` of `/product.data`, `/` of `/_.data`. */
export function pagePath(path: string): string {
  return path.endsWith('/_.data') ? path.slice(0, -'_.data'.length) : path.replace(/\.data$/, '');
}
