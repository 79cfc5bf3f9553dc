CREATE TABLE "closed_resident" (
	"org_id" varchar(64) NOT NULL,
	"month" varchar(7) NOT NULL,
	"oldman_id" varchar(64) NOT NULL,
	"agreed_fen" bigint NOT NULL,
	CONSTRAINT "closed_resident_org_id_month_oldman_id_pk" PRIMARY KEY("org_id","month","oldman_id")
);
--> statement-breakpoint
ALTER TABLE "closed_resident" ADD CONSTRAINT "closed_resident_month" FOREIGN KEY ("org_id","month") REFERENCES "public"."month_close"("org_id","month") ON DELETE no action ON UPDATE no action;