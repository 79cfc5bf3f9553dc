CREATE TABLE "education_tag" (
	"org_id" varchar(64) NOT NULL,
	"tag_id" varchar(64) NOT NULL,
	"tag_name" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz(3) DEFAULT now() NOT NULL,
	CONSTRAINT "education_tag_org_id_tag_id_pk" PRIMARY KEY("org_id","tag_id"),
	CONSTRAINT "education_tag_name" UNIQUE("org_id","tag_name")
);
--> statement-breakpoint
ALTER TABLE "education_tag" ADD CONSTRAINT "education_tag_org_id_organization_org_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."organization"("org_id") ON DELETE no action ON UPDATE no action;