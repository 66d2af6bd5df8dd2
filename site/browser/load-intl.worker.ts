new Intl.DateTimeFormat('fr-CH', { timeZone: 'Europe/Zurich', dateStyle: 'full' }).format(0);
postMessage('loaded');
