import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { Page } from '#ui/layout/page.tsx';
import { DateGallery } from './date-gallery.tsx';
import { DialogFormGallery, PolicyGallery } from './dialog-form-gallery.tsx';
import { FeedbackGallery } from './feedback-gallery.tsx';
import { FormGallery } from './form-gallery.tsx';
import { GridGallery } from './grid-gallery.tsx';
import { HeadGallery } from './head-gallery.tsx';
import { ImpactGallery } from './impact-gallery.tsx';
import { LayoutGallery } from './layout-gallery.tsx';
import { ListGallery } from './list-gallery.tsx';
import { OverlayGallery } from './overlay-gallery.tsx';
import { PatternGallery, PaymentsGallery } from './pattern-gallery.tsx';

/**
 * Every component of src/ui, and those that screens share, in every state. In development only, so its texts are not
 * translated.
 */
export function GalleryScreen() {
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return (
    <Page
      title="Gallery"
      subtitle="Every component in every state. The palette is that of the shell: press Ctrl and K."
      actions={
        <SegmentedControl
          aria-label="Theme"
          data={['light', 'dark', 'auto']}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as 'light' | 'dark' | 'auto')}
        />
      }
    >
      <FormGallery />
      <DateGallery />
      <LayoutGallery />
      <FeedbackGallery />
      <OverlayGallery />
      <DialogFormGallery />
      <HeadGallery />
      <PolicyGallery />
      <PatternGallery />
      <GridGallery />
      <ListGallery />
      <PaymentsGallery />
      <ImpactGallery />
    </Page>
  );
}
