ALTER TABLE "nursing_level" ADD COLUMN "grade" integer;--> statement-breakpoint
ALTER TABLE "nursing_level" ADD CONSTRAINT "nursing_level_grade" CHECK ("nursing_level"."grade" between 0 and 5);--> statement-breakpoint
-- by hand
-- The levels a house began with are known by their ids; what others are counted as the house says itself.
UPDATE "nursing_level" l SET "grade" = x.grade FROM (VALUES ('SPECIAL', 0), ('FULL', 1), ('HALF2', 2), ('HALF3', 3), ('SELF', 4), ('DEMENTIA', 5)) AS x(code, grade)
WHERE l."level_id" = md5(l."org_id" || ':nursingLevel:' || x.code);
