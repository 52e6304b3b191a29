import { retention } from '#content/retention.ts';
import type { PersonalData } from '#platform/db/data-subject.server.ts';

import {
  deleteCapturesOfUnsubscribed,
  deleteEmailsBefore,
  deleteRecipientsBefore,
  listEmailsTo,
  listUnsubscriptions,
  updateAddressHash,
} from './automations.queries.server.ts';
import { deleteCapturesBefore, deleteCapturesOf, listCapturesOf } from './email-capture.queries.server.ts';
import { automationRecipients, emailCaptures } from './tables.server.ts';

/** Captured addresses. */
export const marketingPersonalData: PersonalData = {
  columns: [emailCaptures.email],
  async export({ db }, { email }) {
    return { newsletter: await listCapturesOf(db, email) };
  },
  erase: (tx, { email }) => deleteCapturesOf(tx, email),
  retention: { captures: (db, daysAgo) => deleteCapturesBefore(db, daysAgo(retention.captureDays)) },
};

/** Automated emails and their recipients. */
export const automationsPersonalData: PersonalData = {
  columns: [automationRecipients.addressHash],
  async export({ db }, { email }) {
    return { automatedEmails: await listEmailsTo(db, email), unsubscribed: await listUnsubscriptions(db, email) };
  },
  /**
   * Emails stay counted under an alias. A recipient who unsubscribed keeps the hash, so that the
   * address gets no more emails.
   */
  erase: (tx, { email }, alias) => updateAddressHash(tx, email, alias),
  retention: {
    capturesOfStopped: (db, daysAgo) => deleteCapturesOfUnsubscribed(db, daysAgo(retention.stoppedDays)),
    automatedEmails: (db, daysAgo) => deleteEmailsBefore(db, daysAgo(retention.automationEmailDays)),
    recipients: (db, daysAgo) => deleteRecipientsBefore(db, daysAgo(retention.automationEmailDays)),
  },
};
