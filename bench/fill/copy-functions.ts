import { marker } from './invented';

/** Functions of the session that copies. Copy `n` is `shift` away from its model in time; all of it follows from these two. */
export const copyFunctions = `
-- As identifiers of version 7: the time of the copy, what tells the model from others of that time, the number of the copy.
CREATE OR REPLACE FUNCTION pg_temp.copied_id(model uuid, n integer, shift_ms bigint) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (lpad(to_hex(('x0000' || left(hex, 12))::bit(64)::bigint + shift_ms), 12, '0') || substr(hex, 13, 12) || lpad(to_hex(n), 8, '0'))::uuid
    FROM (SELECT replace(model::text, '-', '') AS hex) given $$;

CREATE OR REPLACE FUNCTION pg_temp.copied_text(model text, ids uuid[], moments text[], n integer, shift_ms bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  id uuid;
  moment text;
BEGIN
  model := replace(model, '${marker}', lpad(n::text, ${marker.length}, '0'));
  FOREACH id IN ARRAY ids LOOP
    model := replace(model, id::text, pg_temp.copied_id(id, n, shift_ms)::text);
  END LOOP;
  FOREACH moment IN ARRAY moments LOOP
    model := replace(model, moment, iso_utc(moment::timestamptz + shift_ms * interval '1 millisecond'));
  END LOOP;
  RETURN model;
END $$;

CREATE OR REPLACE FUNCTION pg_temp.copied_range(model tstzrange, shift_ms bigint) RETURNS tstzrange LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN isempty(model) THEN model ELSE tstzrange(
    lower(model) + shift_ms * interval '1 millisecond', upper(model) + shift_ms * interval '1 millisecond',
    CASE WHEN lower_inc(model) THEN '[' ELSE '(' END || CASE WHEN upper_inc(model) THEN ']' ELSE ')' END) END $$;

-- What stands in the texts of a row and is not the same in its copies.
CREATE OR REPLACE FUNCTION pg_temp.ids_in(model text, fixed uuid[]) RETURNS uuid[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]::uuid), '{}')
    FROM regexp_matches(model, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') AS found WHERE found[1]::uuid <> ALL (fixed) $$;
CREATE OR REPLACE FUNCTION pg_temp.moments_in(model text) RETURNS text[] LANGUAGE sql AS $$
  SELECT coalesce(array_agg(DISTINCT found[1]), '{}')
    FROM regexp_matches(model, '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z', 'g') AS found $$;
`;
