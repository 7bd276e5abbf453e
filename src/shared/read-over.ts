import * as z from 'zod/mini';

/**
 * A body that may have further members of the resource it changes, as a client sends that read it before. They are named,
 * and change nothing: every other member is refused (docs/domain.md#strict-reading).
 */
export function readOver<S extends z.core.$ZodLooseShape, N extends string>(shape: S, names: readonly N[]) {
  const further = Object.fromEntries(names.map((name) => [name, z.optional(z.unknown())]));
  const isFurther = new Set<string>(names.filter((name) => !Object.hasOwn(shape, name)));
  return z.pipe(
    z.strictObject({ ...further, ...shape } as S),
    z.transform(
      (body) =>
        Object.fromEntries(
          Object.entries(body as object).filter(([name]) => !isFurther.has(name)),
        ) as z.output<z.ZodMiniObject<S>>,
    ),
  );
}
