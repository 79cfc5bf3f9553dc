// Which columns of the residents hold values of dictionaries, so that a value in use is not deleted.
import { fieldList } from '#contract/live/residentFields'
import { storesDictionary } from '#server/areas/systemSetting/public'

for (const { dictionary, title, column, kind } of fieldList) {
  if (dictionary === undefined) continue
  storesDictionary({
    dictionaryCode: dictionary,
    what: `老人档案・${title}`,
    table: 'oldman',
    column,
    list: kind === 'choices',
  })
}

storesDictionary({
  dictionaryCode: 'attentionNote',
  what: '老人档案・关注事项',
  table: 'oldman',
  column: 'attention',
  list: true,
})

storesDictionary({
  dictionaryCode: 'relationToElder',
  what: '老人家属・与老人关系',
  table: 'oldman_family',
  column: 'relation',
})
