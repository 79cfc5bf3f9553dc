DROP INDEX "bed_list";--> statement-breakpoint
DROP INDEX "room_list";--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "path" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "initials" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "location" ADD COLUMN "place" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "room_dept" ON "room" USING btree ("org_id","dept_id");