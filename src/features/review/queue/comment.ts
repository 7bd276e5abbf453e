export const maxComment = 255;
