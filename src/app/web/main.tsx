import { createRoot } from 'react-dom/client';
import { lazy, Suspense } from 'react';
import { UiProvider } from '#ui/ui-provider.tsx';
import { englishUiTexts } from '#ui/ui-texts.ts';
const GalleryScreen = lazy(() =>
  import('#app/web/gallery/gallery-screen.tsx').then((m) => ({ default: m.GalleryScreen })),
);
const root = document.getElementById('root');
if (root != null)
  createRoot(root).render(
    <UiProvider texts={englishUiTexts}>
      <Suspense>
        <GalleryScreen />
      </Suspense>
    </UiProvider>,
  );
