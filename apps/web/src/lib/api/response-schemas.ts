import { AccountView, UsageView } from '@knockwire/domain/accounts/account'
import { ApiTokenList, CreatedApiTokenView } from '@knockwire/domain/accounts/api-token'
import { CodeSentView } from '@knockwire/domain/accounts/credentials'
import { AuditPage } from '@knockwire/domain/audit/audit-event'
import { InvitationPreview, InvitationView, MemberList, OwnAccountList } from '@knockwire/domain/accounts/member'
import { PasskeyList, PasskeyView, WebAuthnOptions } from '@knockwire/domain/accounts/passkey'
import { SessionList, SignInMethodsView } from '@knockwire/domain/accounts/security'
import { AccountBillingView, BillingAnswer, PlanChangedView } from '@knockwire/domain/billing/billing'
import { SigningSecretView } from '@knockwire/domain/channels/http/signing-secret'
import { SlackChannelList } from '@knockwire/domain/channels/slack/slack-setting'
import { ChartList, ChartView } from '@knockwire/domain/charts/chart'
import { DeletedManyView } from '@knockwire/domain/delete-many'
import { ExecutionPage, ExecutionWithPage } from '@knockwire/domain/executions/execution'
import { HeartbeatChangeList } from '@knockwire/domain/heartbeats/heartbeat'
import { LearnedRhythmView } from '@knockwire/domain/heartbeats/learned/learned-rhythm'
import { HeartbeatHistoryView } from '@knockwire/domain/heartbeats/heartbeat-history'
import { ReceiverNews, TaskNews } from '@knockwire/domain/history/news'
import { RevealedHeaders } from '@knockwire/domain/headers/header-list'
import { NotificationCopiesView } from '@knockwire/domain/notifications/copies'
import { DeliveryView } from '@knockwire/domain/notifications/deliveries/delivery'
import {
  NotificationList,
  NotificationView,
  ReceiverNotificationList,
  ReceiverNotificationView,
} from '@knockwire/domain/notifications/notification'
import { ExecutionPreviewList, PreviewView } from '@knockwire/domain/notifications/preview'
import {
  OperatorAccountPage,
  OperatorOverview,
  OperatorUserPage,
  ReportedErrorList,
} from '@knockwire/domain/operator/operator'
import { ReceiverDefinitionView, TaskDefinitionView } from '@knockwire/domain/definitions/definition-views'
import { ProjectList } from '@knockwire/domain/definitions/project'
import { SecretList } from '@knockwire/domain/definitions/secret'
import { OverviewView } from '@knockwire/domain/overview/overview'
import { CreatedView } from '@knockwire/domain/page'
import {
  ReceivedRequestPage,
  ReceivedRequestWithPage,
  ReceiverDraftList,
  ReceiverPage,
  ReceiverView,
} from '@knockwire/domain/receivers/receiver'
import { RejectedRequestsView } from '@knockwire/domain/receivers/rejections'
import { ReplayView } from '@knockwire/domain/receivers/replay'
import { PlannedRunsView } from '@knockwire/domain/schedules/missed-runs'
import { SeriesView } from '@knockwire/domain/series/series'
import { ActivatedTasksView } from '@knockwire/domain/tasks/activate-tasks'
import { DraftList, TaskPage, TaskView, TestRunView } from '@knockwire/domain/tasks/task'

/**
 * Every response that a page reads, by its name in the domain: the schema that the call's route declares, so that parsing one
 * changes nothing of what the API sends.
 */
export const responseSchemas = {
  AccountBillingView,
  AccountView,
  ApiTokenList,
  AuditPage,
  BillingAnswer,
  ChartList,
  ChartView,
  CodeSentView,
  CreatedApiTokenView,
  CreatedView,
  DeletedManyView,
  DeliveryView,
  DraftList,
  ExecutionPage,
  ExecutionPreviewList,
  ExecutionWithPage,
  HeartbeatChangeList,
  HeartbeatHistoryView,
  LearnedRhythmView,
  InvitationPreview,
  InvitationView,
  MemberList,
  OwnAccountList,
  NotificationCopiesView,
  NotificationList,
  NotificationView,
  OperatorAccountPage,
  OperatorOverview,
  OperatorUserPage,
  OverviewView,
  PasskeyList,
  PasskeyView,
  PlanChangedView,
  PlannedRunsView,
  PreviewView,
  ProjectList,
  ReceivedRequestPage,
  ReceivedRequestWithPage,
  ReceiverDefinitionView,
  ReceiverDraftList,
  ReceiverNews,
  ReceiverNotificationList,
  ReceiverNotificationView,
  ReceiverPage,
  ReceiverView,
  RejectedRequestsView,
  ReplayView,
  ReportedErrorList,
  RevealedHeaders,
  SecretList,
  SeriesView,
  SessionList,
  SignInMethodsView,
  SigningSecretView,
  SlackChannelList,
  TaskDefinitionView,
  ActivatedTasksView,
  TaskNews,
  TaskPage,
  TaskView,
  TestRunView,
  UsageView,
  WebAuthnOptions,
} as const
