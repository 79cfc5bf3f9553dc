// What is done with a training as a whole; each act says what follows and asks first.
import { type TrainingRowData, training } from '#contract/administration/training'
import { openPage } from '#web/kit/open'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { whenText } from './columns.tsx'

const { start, finish, reopen, cancel, remove } = training.calls
const bench = [{ area: 'home', name: 'bench' }]

export const openScreen = (row: Pick<TrainingRowData, 'trainingId'>) =>
  openPage(training.pages.signIn.path, { trainingId: row.trainingId })

export async function startTraining(row: TrainingRowData): Promise<void> {
  const done = await confirmCall(start, {
    input: { trainingId: row.trainingId, version: row.version },
    title: `开始“${row.title}”的签到？`,
    effects: [
      `${whenText(row)}${row.place ? `，${row.place}` : ''}；应到 ${row.people} 人`,
      '打开签到大屏，参加的人扫码或输入 6 位数字签到；也可以在名单里登记',
      '名单里还没有签到的人，工作台会出现“待签到培训”',
    ],
    verb: '开始签到',
    safe: '先不开始',
    done: '已开始签到',
    touches: bench,
  })
  if (done) openScreen(row)
}

export const finishTraining = (row: TrainingRowData) =>
  confirmCall(finish, {
    input: { trainingId: row.trainingId, version: row.version },
    title: `结束“${row.title}”？`,
    effects: [
      `应到 ${row.people} 人，签到 ${row.signed} 人${row.people > row.signed ? `，${row.people - row.signed} 人没有来` : ''}`,
      row.passScore === null ? '没有考试：签到的人都算合格' : `合格分 ${row.passScore} 分；签到的人都要有成绩或判定`,
      `合格的人每人计 ${row.creditHours} 学时${row.certificate ? `，并编好“${row.certificate}”的证书编号` : ''}`,
      '结束后签到和成绩不能再改；要改请“重新打开”并写明原因',
    ],
    verb: '结束培训',
    safe: '先不结束',
    done: '培训已结束，学时已计入',
    touches: bench,
  })

export const reopenTraining = (row: TrainingRowData) =>
  confirmCall(reopen, {
    input: (reason) => ({ trainingId: row.trainingId, reason, version: row.version }),
    title: `重新打开“${row.title}”？`,
    effects: ['学时暂时不计，改好后再“结束培训”重新计入', '已编的证书编号保留；改为不合格的人，证书收回'],
    verb: '重新打开',
    safe: '不打开',
    reason: { label: '原因', placeholder: '如：两人成绩录反' },
    done: '已重新打开，可以修改签到和成绩',
    touches: bench,
  })

export const cancelTraining = (row: TrainingRowData) =>
  confirmCall(cancel, {
    input: (reason) => ({ trainingId: row.trainingId, reason, version: row.version }),
    title: `取消“${row.title}”？`,
    effects: [`名单里的 ${row.people} 人会收到取消通知和原因`, '取消后不能恢复；要再办请重新安排'],
    verb: '取消培训',
    safe: '不取消',
    danger: true,
    reason: { label: '取消原因', placeholder: '如：讲师临时出差' },
    done: '已取消，并通知了名单里的人',
    touches: bench,
  })

export const removeTraining = (row: TrainingRowData) =>
  confirmCall(remove, {
    input: { trainingId: row.trainingId },
    title: `删除“${row.title}”？`,
    effects: ['名单是空的，没有人收到过通知；删除后不能恢复'],
    verb: '删除培训',
    safe: '不删除',
    danger: true,
    done: '已删除',
  })
