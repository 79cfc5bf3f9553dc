-- Kinds of organisation an entry of the menu is for: each with its own number, those it is not for left out.
UPDATE authority SET scope = coalesce((
  SELECT jsonb_object_agg(key, substr(key, 6)::int) FROM jsonb_each(scope)
  WHERE key ~ '^type_[1-4]$' AND value = 'true'::jsonb), '{}'::jsonb)
WHERE scope IS NOT NULL;
--> statement-breakpoint
-- Who a present stay names for a role has it in the family too.
UPDATE oldman_family f SET payer = f.payer OR coalesce(s.payer_id = f.family_id, false),
  guarantor = f.guarantor OR coalesce(s.guarantor_id = f.family_id, false),
  emergency = f.emergency OR coalesce(s.emergency_id = f.family_id, false),
  guardian = f.guardian OR coalesce(s.guardian_id = f.family_id, false)
FROM stay s WHERE s.org_id = f.org_id AND s.oldman_id = f.oldman_id AND s.end_date IS NULL
  AND f.family_id IN (s.payer_id, s.guarantor_id, s.emergency_id, s.guardian_id);
