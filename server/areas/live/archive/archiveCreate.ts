// One new archive: checked whole, then written with family, files, account and timeline in the caller's transaction.
import type { NewArchiveData } from '#contract/live/archive'
import { archive } from '#contract/live/archive'
import type { FileFieldsData } from '#contract/live/archiveFields'
import { residence } from '#contract/live/residence'
import { residentFieldNames } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { checkFamily, checkFields, identityOf, refuseKnownCard, refuseNoPicture, storedFiles } from './archiveChecks.ts'
import { type CreatedArchive, insertArchives, type NewFile } from './archiveInsert.ts'
import { hiddenFields, wholeNumber } from './wholeNumber.ts'

export type Creator = Pick<Caller, 'orgId' | 'deptIds' | 'deptId'>

export interface CreateOptions {
  /** The consultation it is made from; null: added by itself. */
  consultationId?: string | null
  /** Begins the first sentence of the timeline. */
  how?: string
}

/** Addresses of uploaded files with the names and sizes they are stored under. */
export async function readyFiles(tx: Tx, files: readonly FileFieldsData[]): Promise<NewFile[]> {
  if (files.length === 0) return []
  const stored = await storedFiles(
    tx,
    files.map((file) => file.fileUrl),
    'files',
  )
  return files.map((file) => {
    const known = stored.get(file.fileUrl)!
    return {
      kind: file.kind,
      fileName: known.name,
      fileUrl: file.fileUrl,
      size: known.size,
      expireDate: file.expireDate ?? null,
      remark: file.remark ?? null,
    }
  })
}

/** The caller's own department keeps the archive unless another of theirs is named. */
export async function createArchive(
  tx: Tx,
  who: Creator,
  input: NewArchiveData,
  options: CreateOptions = {},
): Promise<CreatedArchive> {
  const { head = null, family, files } = input
  const members = family ?? []
  // Nothing is known yet that hidden digits could stand for.
  for (const [name, mask] of hiddenFields) wholeNumber(input[name] as string | null | undefined, [], mask, name)
  for (const [i, one] of members.entries()) {
    wholeNumber(one.phone, [], 'phone', `family.${i}.phone`)
    wholeNumber(one.idCard, [], 'card', `family.${i}.idCard`)
  }
  const named = Object.fromEntries(residentFieldNames.map((field) => [field, input[field] ?? null]))
  const identity = identityOf(input)
  const oldmanName = input.oldmanName.trim()
  const fields = { ...named, ...identity, oldmanName, deptId: input.deptId ?? who.deptId }
  await refuseKnownCard(tx, who, identity.idCard)
  await Promise.all([
    checkFields(tx, who, { ...fields, deptId: input.deptId ?? null }),
    checkFamily(tx, members, identity),
    head !== null && refuseNoPicture(tx, head),
  ])
  const [made] = await insertArchives(
    tx,
    [
      {
        fields,
        head,
        family: members,
        files: await readyFiles(tx, files ?? []),
        consultationId: options.consultationId ?? null,
      },
    ],
    options.how ?? '新建档案',
  )
  tx.log({
    remark: `${archive.calls.add.act}“${oldmanName}”，档案编号 ${made!.archiveNo}`,
    targetType: 'oldman',
    targetId: made!.oldmanId,
  })
  tx.emit(residence.events.changed, { bedIds: [], oldmanIds: [made!.oldmanId] })
  return made!
}
