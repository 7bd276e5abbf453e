interface Props {
  values: readonly number[];
  className?: string | undefined;
}

const size = { width: 120, height: 28, inset: 2 };

/** The course of a figure, without axis or values: the figure beside it has them. */
export function SparkLine({ values, className }: Props) {
  if (values.length < 2) return null;
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const step = (size.width - 2 * size.inset) / (values.length - 1);
  const points = values.map((value, index) => {
    const share = (value - low) / (high - low);
    return `${(size.inset + index * step).toFixed(1)},${(size.height - size.inset - share * (size.height - 2 * size.inset)).toFixed(1)}`;
  });
  return (
    <svg
      aria-hidden
      className={className}
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      preserveAspectRatio="none"
    >
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth={1.5} />
    </svg>
  );
}
