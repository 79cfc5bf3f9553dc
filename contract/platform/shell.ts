// What the shell around the pages needs: search, preferences, release notes, browser logs, file export.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { anything, int, list, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { IconConfig, MattressConfig } from '#contract/platform/config'
import { Session } from '#contract/platform/session'

export const SearchHit = obj({
  /** page, staff, resident, … */
  kind: str(),
  /** What the hit stands for (empId, oldmanId, …): pickers of staff and residents take it as their value. */
  id: opt(str()),
  title: str(),
  subtitle: str(),
  route: str(),
  icon: nul(str()),
})
export type SearchHitData = Static<typeof SearchHit>

const VersionRecord = obj({
  recordId: str(),
  title: str(),
  releaseDate: str(),
  content: str(),
  isShow: int(),
  isLook: int(),
})
export type VersionRecordData = Static<typeof VersionRecord>

export const JobProgress = obj({
  runId: str(),
  kind: str(),
  title: str(),
  /** waiting, running, done, failed, cancelled */
  state: str(),
  done: int(),
  total: int(),
  message: nul(str()),
  result: anything(),
  createTime: str(),
})
export type JobProgressData = Static<typeof JobProgress>

/** Everything the console begins with. */
const Start = obj({
  session: Session,
  landingEndId: nul(str()),
  menu: anything(),
  /** Names and titles of the buttons, without what only existing clients read. */
  buttons: list(obj({ name: str(), title: str() })),
  preferences: anything(),
  icon: IconConfig,
  loginPage: anything(),
  mattress: MattressConfig,
  systemThemeColor: nul(str()),
  unread: int(),
  jobs: list(JobProgress),
})
export type StartData = Static<typeof Start>

export const shell = noun('platform', 'shell', {
  title: '个人工作台',
  calls: {
    /** One answer instead of eleven; existing clients go on asking for its parts. */
    start: call.get('/passport/web-org/start', {
      needs: 'signedIn',
      act: '打开控制台',
      query: obj({ landingEndId: opt(named('landingEnd')) }),
      data: Start,
      writes: true,
      refuses: ['NO_PERMISSION'],
    }),
    search: call.get('/passport/web-org/common/global-search', {
      needs: 'signedIn',
      act: '全局搜索',
      query: obj({ keyword: opt(str()), kind: opt(str()) }),
      data: list(SearchHit),
    }),
    frontLog: call.post('/pims/di-pi/frontLog', {
      needs: 'open',
      act: '浏览器日志',
      body: obj({ log: list(anything(), 50) }),
      data: nothing(),
      refuses: ['TOO_MANY_REQUESTS'],
      harmless: true,
      screen: true,
      display: true,
    }),
    versionRecords: call.get('/pims/web-org/versionRecord', {
      needs: 'signedIn',
      act: '版本记录',
      query: pageQuery({}),
      data: pageOf(VersionRecord),
    }),
    versionShown: call.get('/pims/web-org/versionRecord/isShow', {
      needs: 'signedIn',
      act: '未读版本',
      data: nul(VersionRecord),
    }),
    versionShownOne: call.get('/pims/web-org/versionRecord/isShow/{recordId}', {
      names: { recordId: 'release' },
      needs: 'signedIn',
      act: '版本详情',
      data: nul(VersionRecord),
    }),
    versionRead: call.put('/pims/web-org/versionRecord/{recordId}', {
      names: { recordId: 'release' },
      needs: 'signedIn',
      act: '标记版本已读',
      data: nothing(),
      harmless: true,
    }),
    preferences: call.get('/passport/web-org/preferences', { needs: 'signedIn', act: '个人设置', data: anything() }),
    savePreference: call.put('/passport/web-org/preferences/{name}', {
      needs: 'signedIn',
      act: '保存个人设置',
      body: obj({ value: anything() }),
      data: nothing(),
      bodyLimit: 64 * 1024,
      harmless: true,
    }),
    jobs: call.get('/passport/web-org/jobs', { needs: 'signedIn', act: '我的任务', data: list(JobProgress) }),
    job: call.get('/passport/web-org/jobs/{runId}', { needs: 'signedIn', act: '任务进度', data: JobProgress }),
    cancelJob: call.put('/passport/web-org/jobs/{runId}/cancel', {
      needs: 'signedIn',
      act: '取消任务',
      data: nothing(),
    }),
    /** Any list of the product as a workbook: the server runs the list call as this user, page by page, as a job. */
    exportList: call.post('/passport/web-org/common/exportList', {
      needs: 'signedIn',
      act: '导出列表',
      body: obj({
        call: text('列表', { max: 100 }),
        title: text('标题', { max: 60 }),
        query: anything(),
        columns: list(obj({ key: text('列', { max: 60 }), title: text('列名', { max: 60 }), as: opt(str()) }), 80),
      }),
      data: obj({ runId: str() }),
      harmless: true,
    }),
  },
  events: {
    jobProgress: event('platform.jobProgress', { needs: 'signedIn', payload: JobProgress }),
  },
  pages: {
    startup: { path: '/', title: '工作台', tab: false, needs: 'signedIn' },
    home: {
      path: '/home',
      title: '工作台',
      tab: true,
      ahead: 'home.bench.count',
      needs: 'signedIn',
      menu: { rail: 'bench', group: '总览', order: 0 },
    },
    console: { path: '/console', title: '欢迎', tab: true, needs: 'signedIn' },
    error: { path: '/error', title: '错误', tab: false, needs: 'signedIn' },
    demo: { path: '/demo', title: '组件示例', tab: true, needs: 'signedIn' },
    formDemo: { path: '/formDemo', title: '表单示例', tab: true, needs: 'signedIn' },
    editorDemo: { path: '/editorDemo', title: '编辑器示例', tab: true, needs: 'signedIn' },
    notimpliment: { path: '/notimpliment', title: '未实现', tab: true, needs: 'signedIn' },
    iframe: { path: '/home/iframe/:menuId', title: '内嵌页', tab: true, needs: 'signedIn' },
    versions: { path: '/versionsLog', title: '版本记录', tab: true, needs: 'signedIn' },
    profile: { path: '/home/profile', title: '个人资料', tab: true, needs: 'signedIn' },
  },
})
