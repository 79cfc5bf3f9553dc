ALTER TABLE "form_template" ADD COLUMN "pinyin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "form_template" ADD COLUMN "initials" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "form_template" ADD COLUMN "template_type" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "form_template" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "form_template_list" ON "form_template" USING btree ("org_id","sort","template_id");--> statement-breakpoint
ALTER TABLE "form_template" ADD CONSTRAINT "form_template_type_value" CHECK ("form_template"."template_type" in (1, 2));