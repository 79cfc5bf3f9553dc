CREATE TABLE "closed_bed_day" (
	"org_id" varchar(64) NOT NULL,
	"month" varchar(7) NOT NULL,
	"bed_id" varchar(64) NOT NULL,
	"days" integer NOT NULL,
	CONSTRAINT "closed_bed_day_org_id_month_bed_id_pk" PRIMARY KEY("org_id","month","bed_id"),
	CONSTRAINT "closed_bed_day_days" CHECK ("closed_bed_day"."days" between 0 and 31)
);
--> statement-breakpoint
ALTER TABLE "closed_bed_day" ADD CONSTRAINT "closed_bed_day_month" FOREIGN KEY ("org_id","month") REFERENCES "public"."month_close"("org_id","month") ON DELETE no action ON UPDATE no action;