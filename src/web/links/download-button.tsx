import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';

interface Props {
  label: string;
  save: () => Promise<void>;
  /** By default a failure goes to the error rules of the whole product. */
  onFailure?: (failure: Error) => void;
}

/** Downloads a file by a call. */
export function DownloadButton({ label, save, onFailure }: Props) {
  const download = useMutation({
    mutationFn: save,
    ...(onFailure && { meta: { handlesOwnErrors: true }, onError: onFailure }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => download.mutate()}
      loading={download.isPending}
    >
      {label}
    </Button>
  );
}
