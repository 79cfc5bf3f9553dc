// Tables that name files by their address, and who may see their rows. A file belongs to the records that name it and
// goes out to whoever may see one of them. An area takes part by exporting `fileHolders` from its public.ts; the same
// is said to the database by `hold_files` in a migration, which then keeps `file_link`. A test compares the two.

export interface FileReaders {
  /** Permission expression of the call that shows the record. */
  needs: string
  /**
   * Which records: a condition on the link `l` (`l.record_id` is the key); `$1` is the caller's organisation, `$2`
   * their departments, `$4` the caller. Without it every record of the organisation.
   */
  where?: string
  /** The operator looks into the records of every organisation. */
  operator?: true
}

export interface FileHolder {
  /** live.paper; unique among all areas */
  kind: string
  table: string
  /** Key columns besides org_id; several are joined by a dot. */
  keys: readonly string[]
  /** Columns whose texts are addresses; lists and objects are looked through. */
  addresses?: readonly string[]
  /** Columns of running text (HTML) with addresses in it. */
  texts?: readonly string[]
  /** A picture that pages show again and again: kept by the browser, asked for again every time. Papers are never kept. */
  picture?: true
  /** What the operator uploaded, or an applicant at the operator's, counts as the organisation's own. */
  fromOperator?: true
  /** Empty: the area hands the file out itself. */
  readers: readonly FileReaders[]
}
