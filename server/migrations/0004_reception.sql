ALTER TABLE "consultation" ADD COLUMN "consultant_pinyin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "consultation" ADD COLUMN "consultant_initials" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "visit_no" text NOT NULL;--> statement-breakpoint
ALTER TABLE "visit" ADD COLUMN "consultation_id" varchar(64);--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_consultation_fk" FOREIGN KEY ("org_id","consultation_id") REFERENCES "public"."consultation"("org_id","consultation_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "visit_consultation" ON "visit" USING btree ("org_id","consultation_id") WHERE consultation_id is not null;--> statement-breakpoint
CREATE INDEX "assessment_consultation" ON "assessment" USING btree ("org_id","consultation_id") WHERE consultation_id is not null;--> statement-breakpoint
ALTER TABLE "visit" ADD CONSTRAINT "visit_no" UNIQUE("org_id","visit_no");