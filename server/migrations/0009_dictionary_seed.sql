ALTER TABLE "dictionary" ADD COLUMN "seed_digest" text;--> statement-breakpoint
ALTER TABLE "dictionary" ADD COLUMN "seed_values" jsonb;--> statement-breakpoint
ALTER TABLE "dictionary" ADD COLUMN "pinyin" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "dictionary" ADD COLUMN "initials" text DEFAULT '' NOT NULL;