/** Pictures beside forms. They only decorate, so they have no alternative text. */
export const formPictures = {
  auth: { src: '/media/profile', width: 1600, height: 1600, focus: 'object-[48%_45%]' },
  cancelled: { src: '/media/glide', width: 1600, height: 1600, focus: 'object-[56%_44%]' },
  track: { src: '/media/cutout', width: 1600, height: 1600 },
};
