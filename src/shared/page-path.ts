/** Returns the page of a router data request: `/product` for `/product.data`, `/` for `/_.data`. */
export function pagePath(path: string): string {
  return path.endsWith('/_.data') ? path.slice(0, -'_.data'.length) : path.replace(/\.data$/, '');
}
