ALTER TABLE "vital_sign" DROP CONSTRAINT "vital_sign_something";--> statement-breakpoint
ALTER TABLE "care_plan" ADD COLUMN "left_on" date;--> statement-breakpoint
ALTER TABLE "care_plan" ADD COLUMN "left_state" text;--> statement-breakpoint
ALTER TABLE "care_plan" ADD COLUMN "left_end" date;--> statement-breakpoint
ALTER TABLE "vital_sign" ADD COLUMN "height" smallint;--> statement-breakpoint
ALTER TABLE "vital_sign" ADD COLUMN "meal" smallint;--> statement-breakpoint
CREATE INDEX "vital_sign_seldom" ON "vital_sign" USING btree ("org_id","oldman_id","measured_at") WHERE height is not null or meal is not null;--> statement-breakpoint
ALTER TABLE "care_plan" ADD CONSTRAINT "care_plan_left" CHECK (("care_plan"."left_on" is null) = ("care_plan"."left_state" is null) and "care_plan"."left_state" in ('ON', 'OFF'));--> statement-breakpoint
ALTER TABLE "vital_sign" ADD CONSTRAINT "vital_sign_height" CHECK ("vital_sign"."height" between 100 and 220);--> statement-breakpoint
ALTER TABLE "vital_sign" ADD CONSTRAINT "vital_sign_meal" CHECK ("vital_sign"."meal" between 0 and 4);--> statement-breakpoint
ALTER TABLE "vital_sign" ADD CONSTRAINT "vital_sign_something" CHECK (num_nonnulls("vital_sign"."temperature", "vital_sign"."pulse", "vital_sign"."breathing", "vital_sign"."systolic", "vital_sign"."oxygen", "vital_sign"."glucose", "vital_sign"."weight", "vital_sign"."pain", "vital_sign"."intake", "vital_sign"."output", "vital_sign"."stool", "vital_sign"."height", "vital_sign"."meal") > 0);--> statement-breakpoint
-- by hand
-- What ended on the day that somebody left was enabled before: undoing the leaving brings it back.
UPDATE "care_plan" p SET "left_on" = s."end_date", "left_state" = 'ON' FROM "oldman" o, "stay" s
WHERE p."state" = 'ENDED' AND o."org_id" = p."org_id" AND o."oldman_id" = p."oldman_id" AND o."status" = 2
  AND s."org_id" = o."org_id" AND s."oldman_id" = o."oldman_id" AND p."end_date" = s."end_date"
  AND NOT EXISTS (SELECT FROM "care_plan" q WHERE q."org_id" = p."org_id" AND q."oldman_id" = p."oldman_id" AND q."plan_id" <> p."plan_id"
    AND q."state" = 'ENDED' AND q."end_date" = p."end_date" AND (q."created_at", q."plan_id") > (p."created_at", p."plan_id"));
