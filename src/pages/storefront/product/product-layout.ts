/**
 * Layout of gallery, buy box and details.
 * The skeleton shares it, so that nothing moves when the data arrives.
 */
export const productLayout = {
  page: 'mx-auto grid max-w-6xl grid-cols-[minmax(0,1fr)] gap-y-3 px-4 sm:px-6 md:gap-y-8 md:pt-10 lg:low:pt-6 md:grid-cols-[minmax(0,1fr)_20rem] md:gap-x-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-12',
  box: 'md:col-start-2 md:row-start-1 lg:row-span-2',
  details: 'md:col-span-2 lg:col-span-1',
};
