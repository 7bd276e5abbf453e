import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FeedbackGallery } from '#app/web/gallery/feedback-gallery.tsx';
import { FormGallery } from '#app/web/gallery/form-gallery.tsx';
import { GridGallery } from '#app/web/gallery/grid-gallery.tsx';
import { ImpactGallery } from '#app/web/gallery/impact-gallery.tsx';
import { LayoutGallery } from '#app/web/gallery/layout-gallery.tsx';
import { OverlayGallery } from '#app/web/gallery/overlay-gallery.tsx';
import { PatternGallery } from '#app/web/gallery/pattern-gallery.tsx';
import { Page } from '#ui/layout/page.tsx';
import { paths } from '#web/paths.ts';

/** Every component of src/ui in every state. In development only, so its words are not translated. */
export function GalleryScreen() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <main>
      <Page
        title="Gallery"
        subtitle={<Link {...paths.home()}>Every component in every state; back to home</Link>}
        actions={
          <SegmentedControl
            aria-label="Theme"
            data={['light', 'dark', 'auto']}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
          />
        }
      >
        <GridGallery />
        <FormGallery />
        <LayoutGallery />
        <FeedbackGallery />
        <OverlayGallery />
        <PatternGallery />
        <ImpactGallery />
      </Page>
    </main>
  );
}
