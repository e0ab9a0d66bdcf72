/** The columns of `service_requests` that `RequestSearchValues` fill. */
export const searchColumns = 'search_tokens, search_texts, authored, occurrence, subject_reference';

/** Their values, from the placeholder or column with `RequestSearchValues` as JSON. */
export const searchColumnsOf = (values: string): string =>
  `ARRAY(SELECT json_array_elements_text(${values}::json -> 'tokens')), ${values}::jsonb -> 'texts',
   (${values}::json ->> 'authored')::tstzrange, (${values}::json ->> 'occurrence')::tstzrange, ${values}::json ->> 'subjectReference'`;
