// One follows the other, so they come together: every chunk more is a name that all pages carry.
export { CreateLinksScreen } from '#features/smart-links/web/create/create-links-screen.tsx';
export { ViewLinksScreen } from '#features/smart-links/web/view-links-screen.tsx';
