import { ClientErrorReport } from '@knockwire/domain/client-errors/client-error'
import { RateHistoryView, RateSeries } from '@knockwire/domain/rates/rate-history'
import { BillingView, AddCardInput, UpdatePlanInput } from '@knockwire/domain/billing/billing'
import { ActivateTasksInput, ActivatedTasksView } from '@knockwire/domain/tasks/activate-tasks'
import { CopyNotificationInput, NotificationCopiesView } from '@knockwire/domain/notifications/copies'
import { CreatedView } from '@knockwire/domain/page'
import {
  AccountView,
  ChangeEmailInput,
  UpdateProfileInput,
  UpdateSettingsInput,
  UsageView,
} from '@knockwire/domain/accounts/account'
import {
  ApiTokenList,
  ApiTokenView,
  CreateApiTokenInput,
  CreatedApiTokenView,
} from '@knockwire/domain/accounts/api-token'
import {
  CodeSentView,
  ForgotPasswordInput,
  ResetPasswordInput,
  SignInInput,
  SignUpInput,
  VerifyCodeInput,
} from '@knockwire/domain/accounts/credentials'
import {
  ChangeRoleInput,
  InvitationPreview,
  InvitationTokenInput,
  InvitationView,
  InviteInput,
  MemberList,
  MemberView,
  RenameAccountInput,
} from '@knockwire/domain/accounts/member'
import { AddPasskeyInput, PasskeySignInInput, PasskeyView } from '@knockwire/domain/accounts/passkey'
import { ChangePasswordInput, ConfirmInput, SessionView, SignInMethodsView } from '@knockwire/domain/accounts/security'
import { AuditEventView, AuditPage } from '@knockwire/domain/audit/audit-event'
import { HttpBody } from '@knockwire/domain/bodies/http-body'
import { EmailSetting } from '@knockwire/domain/channels/email/email-setting'
import { SlackChannelView, SlackSettingView } from '@knockwire/domain/channels/slack/slack-setting'
import { receiverSettingInputs, settingInputs } from '@knockwire/domain/channels/settings'
import { SmsSetting } from '@knockwire/domain/channels/sms/sms-setting'
import { ChartList, ChartView, CreateChartInput, UpdateChartInput } from '@knockwire/domain/charts/chart'
import { Condition, RequestCondition } from '@knockwire/domain/conditions/condition'
import { DeletedManyView, DeleteManyInput } from '@knockwire/domain/delete-many'
import { ErrorView, Problem } from '@knockwire/domain/errors'
import {
  DetailedExecutionPage,
  ExecutionError,
  ExecutionPage,
  ExecutionRequestView,
  ExecutionResponseView,
  ExecutionRow,
  ExecutionTiming,
  ExecutionView,
  ExecutionWithPage,
} from '@knockwire/domain/executions/execution'
import { FollowedExecutions, FollowedRequests } from '@knockwire/domain/history/follow'
import { RequestForwardInput, RequestForwardView } from '@knockwire/domain/receivers/forward'
import {
  ApplyInput,
  ApplyProblem,
  ApplyResult,
  Change,
  ProjectView,
  Resource,
  SecretView,
} from '@knockwire/domain/definitions/apply'
import {
  ChartDefinition,
  DefinedRequest,
  PutReceiverInput,
  PutTaskInput,
  ReceiverNotificationDefinition,
  TaskNotificationDefinition,
} from '@knockwire/domain/definitions/definition'
import {
  ChartDefinitionView,
  ReceiverDefinitionView,
  ReceiverNotificationDefinitionView,
  TaskDefinitionView,
  TaskNotificationDefinitionView,
} from '@knockwire/domain/definitions/definition-views'
import { ReceiverWithIncluded, TaskWithIncluded } from '@knockwire/domain/definitions/included'
import { ManagedBy } from '@knockwire/domain/definitions/key'
import { HeaderList, RevealedHeaders } from '@knockwire/domain/headers/header-list'
import { DeliveryMarkView } from '@knockwire/domain/history/history'
import { BadgeView } from '@knockwire/domain/heartbeats/badge'
import { ActiveHours, Expectation } from '@knockwire/domain/heartbeats/expectation'
import {
  CountedView,
  HeartbeatChangeList,
  HeartbeatChangeView,
  HeartbeatView,
} from '@knockwire/domain/heartbeats/heartbeat'
import { LearnedRhythmView, UsualWindowView } from '@knockwire/domain/heartbeats/learned/learned-rhythm'
import { InstanceView } from '@knockwire/domain/instance/instance'
import { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import { Firing } from '@knockwire/domain/notifications/firing'
import { MuteInput, MuteView } from '@knockwire/domain/notifications/mute'
import {
  NotificationList,
  NotificationView,
  ReceiverNotificationList,
  ReceiverNotificationView,
  SaveNotificationInput,
  SaveReceiverNotificationInput,
  TestNotificationInput,
  TestReceiverNotificationInput,
} from '@knockwire/domain/notifications/notification'
import {
  ExecutionPreviewList,
  PreviewExecutionInput,
  PreviewNotificationInput,
  PreviewReceiverNotificationInput,
  PreviewView,
  PreviewedText,
  PreviewedVerdict,
} from '@knockwire/domain/notifications/preview'
import { When } from '@knockwire/domain/notifications/when'
import {
  InstanceStateInput,
  InstanceStateView,
  OperatorAccountView,
  OperatorOverview,
  OperatorUserView,
  ReportedErrorView,
  SetPlanInput,
  SuspendInput,
} from '@knockwire/domain/operator/operator'
import { LoanInput } from '@knockwire/domain/rates/loan'
import { RateRow, RateSourceView } from '@knockwire/domain/rates/rate-row'
import { CreateRateAlertInput, RateAlertView, RateSubscriptionView } from '@knockwire/domain/rates/rate-subscription'
import {
  ReceivedRequestPage,
  ReceivedRequestRow,
  ReceivedRequestView,
  ReceivedRequestWithPage,
  ReceiverDraftList,
  ReceiverListItem,
  ReceiverPage,
  ReceiverView,
  RequestSignalView,
  SaveReceiverInput,
} from '@knockwire/domain/receivers/receiver'
import { RejectedRequestsView } from '@knockwire/domain/receivers/rejections'
import { ReplayInput, ReplayView } from '@knockwire/domain/receivers/replay'
import { RequestInput, RequestView } from '@knockwire/domain/requests/request-target'
import { SchedulerInput, SchedulerView } from '@knockwire/domain/schedules/scheduler'
import { SeriesView } from '@knockwire/domain/series/series'
import { TaskHealth } from '@knockwire/domain/tasks/task-health'
import {
  DraftList,
  RecentRun,
  SaveTaskInput,
  TaskListItem,
  TaskPage,
  TaskView,
  TestRunView,
  TestTaskInput,
} from '@knockwire/domain/tasks/task'
import type { z } from 'zod'

/** What is sent. A form that is answered as it is sent stands in both lists where its fields differ: those with a default. */
export const inputComponents: Readonly<Record<string, z.ZodType>> = {
  TaskInput: SaveTaskInput,
  TestTaskInput,
  ScheduleInput: SchedulerInput,
  RequestInput,
  NotificationInput: SaveNotificationInput,
  TestNotificationInput,
  ReceiverNotificationInput: SaveReceiverNotificationInput,
  TestReceiverNotificationInput,
  ConditionInput: Condition,
  RequestConditionInput: RequestCondition,
  FiringInput: Firing,
  WhenInput: When,
  EmailSettingInput: settingInputs.emailSetting.unwrap(),
  ReceiverEmailSettingInput: receiverSettingInputs.emailSetting.unwrap(),
  SmsSettingInput: settingInputs.smsSetting.unwrap(),
  SlackSettingInput: settingInputs.slackSetting.unwrap(),
  MuteInput,
  ReceiverInput: SaveReceiverInput,
  ExpectationInput: Expectation,
  TaskDefinitionInput: PutTaskInput,
  TaskNotificationDefinitionInput: TaskNotificationDefinition,
  BookmarkDefinitionInput: ChartDefinition,
  ReceiverDefinitionInput: PutReceiverInput,
  ReceiverNotificationDefinitionInput: ReceiverNotificationDefinition,
  DefinedRequestInput: DefinedRequest,
  ApplyInput,
  ResourceInput: Resource,
  ReplayInput,
  ForwardInput: RequestForwardInput,
  BookmarkInput: UpdateChartInput,
  CreateBookmarkInput: CreateChartInput,
  DeleteManyInput,
  TokenInput: CreateApiTokenInput,
  InvitationInput: InviteInput,
  ProfileInput: UpdateProfileInput,
  SettingsInput: UpdateSettingsInput,
  LoanInput,
  CreateRateAlertInput,
  SignUpInput,
  SignInInput,
  ForgotPasswordInput,
  ResetPasswordInput,
  VerifyCodeInput,
  ChangeEmailInput,
  ConfirmInput,
  ChangePasswordInput,
  AddPasskeyInput,
  PasskeySignInInput,
  RenameAccountInput,
  ChangeRoleInput,
  InvitationTokenInput,
  CopyNotificationInput,
  PreviewNotificationInput,
  PreviewReceiverNotificationInput,
  PreviewExecutionInput,
  ActivateTasksInput,
  OperatorStateInput: InstanceStateInput,
  SuspendInput,
  SetPlanInput,
  AddCardInput,
  ChangePlanInput: UpdatePlanInput,
  ClientErrorReport,
}

/** What is answered. */
export const outputComponents: Readonly<Record<string, z.ZodType>> = {
  Error: ErrorView,
  Problem,
  Task: TaskView,
  TaskListItem,
  RecentRun,
  TaskHealth,
  TestRun: TestRunView,
  Schedule: SchedulerView,
  Request: RequestView,
  Headers: HeaderList,
  HttpBody,
  Execution: ExecutionView,
  ExecutionRow,
  Series: SeriesView,
  Notifications: NotificationList,
  Notification: NotificationView,
  ReceiverNotifications: ReceiverNotificationList,
  ReceiverNotification: ReceiverNotificationView,
  Condition,
  RequestCondition,
  Firing,
  When,
  EmailSetting,
  SmsSetting,
  SlackSetting: SlackSettingView,
  SlackChannel: SlackChannelView,
  Mute: MuteView,
  NotificationPreview: PreviewView,
  Delivery: DeliveryView,
  DeliveryMark: DeliveryMarkView,
  Bookmarks: ChartList,
  Bookmark: ChartView,
  Receiver: ReceiverView,
  ReceiverListItem,
  ReceivedRequest: ReceivedRequestView,
  ReceivedRequestRow,
  RequestSignal: RequestSignalView,
  RejectedRequests: RejectedRequestsView,
  Replay: ReplayView,
  Expectation,
  Heartbeat: HeartbeatView,
  HeartbeatChanges: HeartbeatChangeList,
  HeartbeatChange: HeartbeatChangeView,
  CountedRequests: CountedView,
  LearnedRhythm: LearnedRhythmView,
  UsualWindow: UsualWindowView,
  Badge: BadgeView,
  DeletedMany: DeletedManyView,
  Account: AccountView,
  Usage: UsageView,
  Tokens: ApiTokenList,
  Token: ApiTokenView,
  CreatedToken: CreatedApiTokenView,
  Member: MemberView,
  Invitation: InvitationView,
  Session: SessionView,
  SignInMethods: SignInMethodsView,
  CodeSent: CodeSentView,
  Passkey: PasskeyView,
  AuditEvent: AuditEventView,
  Instance: InstanceView,
  OperatorAccount: OperatorAccountView,
  OperatorUser: OperatorUserView,
  UnexpectedError: ReportedErrorView,
  Rate: RateRow,
  RateSource: RateSourceView,
  RateAlert: RateAlertView,
  RateSubscription: RateSubscriptionView,
  RateHistory: RateHistoryView,
  RateSeries,
  TaskPage,
  TaskDrafts: DraftList,
  ExecutionPage,
  ExecutionDetailsPage: DetailedExecutionPage,
  ExecutionWithPage,
  ExecutionError,
  ExecutionTiming,
  ExecutionRequest: ExecutionRequestView,
  ExecutionResponse: ExecutionResponseView,
  ReceiverPage,
  ReceiverDrafts: ReceiverDraftList,
  ReceivedRequestPage,
  ReceivedRequestWithPage,
  FollowedExecutions,
  FollowedRequests,
  Forward: RequestForwardView,
  TaskDefinition: TaskDefinitionView,
  TaskNotificationDefinition: TaskNotificationDefinitionView,
  BookmarkDefinition: ChartDefinitionView,
  ReceiverDefinition: ReceiverDefinitionView,
  ReceiverNotificationDefinition: ReceiverNotificationDefinitionView,
  TaskWithIncluded,
  ReceiverWithIncluded,
  ManagedBy,
  Project: ProjectView,
  Secret: SecretView,
  ApplyResult,
  ApplyChange: Change,
  ApplyProblem,
  RevealedHeaders,
  Created: CreatedView,
  ActivatedTasks: ActivatedTasksView,
  NotificationCopies: NotificationCopiesView,
  ExecutionPreviews: ExecutionPreviewList,
  PreviewedVerdict,
  PreviewedText,
  Members: MemberList,
  InvitationPreview,
  AuditPage,
  OperatorOverview,
  OperatorState: InstanceStateView,
  Billing: BillingView,
  ActiveHours,
}
