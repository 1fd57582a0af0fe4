import { sendGeneratedRequests } from './send-generated-requests.ts';

sendGeneratedRequests('cluster');
