/** A request of the documentation. `{name}` in a value is from an earlier response. */
export interface ExampleRequest {
  operation: string;
  path?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  body?: object;
  /** Values of the response for later requests, as dotted paths. */
  saveAs?: Readonly<Record<string, string>>;
}

/** A request with its response. */
export interface RecordedExample {
  path: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: unknown;
  status: number;
  response: unknown;
}

/** By operation. */
export type RecordedExamples = Readonly<Record<string, RecordedExample>>;
