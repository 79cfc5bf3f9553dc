-- Reminders of papers of the staff depend on who works here.
SELECT figures_read('employee', 'own');
