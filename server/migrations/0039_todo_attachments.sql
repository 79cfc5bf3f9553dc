ALTER TABLE "todo" ADD COLUMN "attachments" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "todo_entry" ADD COLUMN "attachments" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- by hand
SELECT hold_files('administration.todo', 'todo', 'todo_id', 'attachments');--> statement-breakpoint
SELECT hold_files('administration.todoEntry', 'todo_entry', 'entry_id', 'attachments');
