/** The places of gallery, buy box and details; the page and its skeleton share them, so that nothing moves when it arrives. */
export const layout = {
  page: 'mx-auto grid max-w-7xl gap-x-14 gap-y-8 px-4 pt-4 sm:px-6 md:pt-10 lg:grid-cols-[minmax(0,1fr)_27rem]',
  box: 'lg:col-start-2 lg:row-span-2 lg:row-start-1',
};
