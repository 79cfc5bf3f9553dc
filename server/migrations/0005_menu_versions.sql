ALTER TABLE "authority" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "landing_end" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;