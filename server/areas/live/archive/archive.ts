// Handlers of the resident archives.
import { invalid } from '#contract/kit/refusal'
import { archive } from '#contract/live/archive'
import type { ArchiveFieldsData } from '#contract/live/archiveFields'
import { importHandlers } from '#server/kit/excelImport'
import { implement } from '#server/kit/implement'
import { changeMany } from './archiveBatch.ts'
import { checkCard } from './archiveCard.ts'
import { completenessNow } from './archiveCompleteness.ts'
import { createArchive } from './archiveCreate.ts'
import { addFiles, changeHead, deleteFile, filesOf, saveFile } from './archiveFiles.ts'
import { archiveImport } from './archiveImport.ts'
import { countArchives, listArchives, listChoices } from './archiveList.ts'
import { removeArchive } from './archiveRemove.ts'
import { changeArchive } from './archiveSave.ts'

export default implement(archive, {
  choices: (q, who) => listChoices(who, q),
  list: (q, who) => listArchives(who, q),
  counts: (q, who) => countArchives(who, q),
  check: ({ idCard, oldmanId }, who) => checkCard(who, idCard, oldmanId ?? null),
  completeness: ({ oldmanId }, who) => completenessNow(who.app.pool, who, oldmanId),
  add: (body, who) => who.tx((tx) => createArchive(tx, who, body)),
  save: ({ oldmanId, version, ...fields }, who) =>
    who.tx(async (tx) => {
      await changeArchive(tx, who, { oldmanId, version: version ?? null, fields: fields as Partial<ArchiveFieldsData> })
      return null
    }),
  batch: (body, who) => changeMany(who, body),
  remove: ({ oldmanId }, who) => who.tx((tx) => removeArchive(tx, who, oldmanId)),
  ...importHandlers(archiveImport, archive.calls.importCommit),
  setHead: ({ id, head, imagePath }, who) => {
    const address = head ?? imagePath
    if (!address) throw invalid('请选择照片', 'head')
    return who.tx(async (tx) => {
      await changeHead(tx, who, id, address)
      return { head: address }
    })
  },
  removeHead: ({ id }, who) =>
    who.tx(async (tx) => {
      await changeHead(tx, who, id, null)
      return null
    }),
  files: ({ oldmanId, kind }, who) => filesOf(who, oldmanId, kind ?? null),
  addFiles: ({ oldmanId, files }, who) => who.tx((tx) => addFiles(tx, who, oldmanId, files)),
  saveFile: ({ id, ...next }, who) => who.tx((tx) => saveFile(tx, who, id, next)),
  removeFile: ({ id }, who) => who.tx((tx) => deleteFile(tx, who, id)),
})
