/** An answer that is not a success, in one of the shapes the provider uses. */
export interface Refusal {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const typed = (status: number, type: string, message: string): Refusal => ({
  status,
  body: { error: { type, message } },
});

/** Error answers as documented (https://airtable.com/developers/web/api/errors) and as observed. */
export const refusals = {
  noToken: typed(401, 'AUTHENTICATION_REQUIRED', 'Authentication required'),
  wrongToken: typed(401, 'UNAUTHORIZED', 'Invalid authentication token'),
  wrongModel: typed(
    403,
    'INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND',
    'Invalid permissions, or the requested model was not found.',
  ),
  noRoute: { status: 404, body: { error: 'NOT_FOUND' } },
  noRecord: typed(404, 'MODEL_ID_NOT_FOUND', 'Record not found'),
  unreadable: typed(400, 'INVALID_REQUEST_BODY', 'Could not parse request body'),
  noRecords: typed(
    422,
    'INVALID_REQUEST_MISSING_FIELDS',
    'Could not find field "fields" in the request body',
  ),
  badParameters: typed(
    422,
    'INVALID_REQUEST_UNKNOWN',
    'Invalid request: parameter validation failed. Check your request data.',
  ),
  tooManyRecords: typed(422, 'INVALID_REQUEST_UNKNOWN', 'Cannot process more than 10 records in one request'),
  badRecords: typed(422, 'INVALID_RECORDS', '"records" must be an array of up to 10 record IDs.'),
  severalMatches: typed(422, 'INVALID_REQUEST_UNKNOWN', 'More than one record matches fieldsToMergeOn'),
  badOffset: typed(422, 'LIST_RECORDS_ITERATOR_NOT_AVAILABLE', ''),
  badFormula: (reason: string) =>
    typed(422, 'INVALID_FILTER_BY_FORMULA', `The formula for filtering records is invalid: ${reason}`),
  tooFast: {
    status: 429,
    body: {
      errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Rate limit exceeded. Please try again later' }],
    },
  },
  unknownField: (name: string) => typed(422, 'UNKNOWN_FIELD_NAME', `Unknown field name: "${name}"`),
  badValue: (name: string) =>
    typed(422, 'INVALID_VALUE_FOR_COLUMN', `Field "${name}" cannot accept the provided value`),
  badMergeField: (name: string) =>
    typed(422, 'INVALID_REQUEST_UNKNOWN', `Field "${name}" cannot be used in fieldsToMergeOn`),
} as const;
