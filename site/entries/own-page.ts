import { askZone } from '../browser/ask-zone.ts';
import { sendIfAnswered } from '../browser/send-if-answered.ts';
import { noteShownCall } from '../islands/own-booking/booked-call.ts';

sendIfAnswered();
noteShownCall();
askZone();
