// The kernel's interface: its "CEC user space API" pages; the messages' numbers and their meaning
// are those of linux/cec-funcs.h (HDMI 1.4, CEC supplement: One Touch Play, System Standby).
#include "television.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/cec-funcs.h>
#include <linux/cec.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

// Our address on the line; one that another program took is used as it is. -1: there is none, as
// where nothing is connected.
static int own_address(int adapter, const struct cec_caps *caps) {
  struct cec_log_addrs addresses;
  memset(&addresses, 0, sizeof addresses);
  if (ioctl(adapter, CEC_ADAP_G_LOG_ADDRS, &addresses)) return -1;
  if (addresses.num_log_addrs == 0 && caps->capabilities & CEC_CAP_LOG_ADDRS) {
    memset(&addresses, 0, sizeof addresses);
    addresses.cec_version = CEC_OP_CEC_VERSION_1_4;
    addresses.num_log_addrs = 1;
    addresses.vendor_id = CEC_VENDOR_ID_NONE;
    addresses.primary_device_type[0] = CEC_OP_PRIM_DEVTYPE_PLAYBACK;
    addresses.log_addr_type[0] = CEC_LOG_ADDR_TYPE_PLAYBACK;
    addresses.all_device_types[0] = CEC_OP_ALL_DEVTYPE_PLAYBACK;
    strcpy(addresses.osd_name, "Triptych");
    if (ioctl(adapter, CEC_ADAP_S_LOG_ADDRS, &addresses)) return -1;
  }
  if (addresses.num_log_addrs == 0 || addresses.log_addr[0] == CEC_LOG_ADDR_INVALID) return -1;
  return addresses.log_addr[0];
}

static bool sent(int adapter, struct cec_msg *message) {
  return ioctl(adapter, CEC_TRANSMIT, message) == 0 && message->tx_status & CEC_TX_STATUS_OK;
}

static bool send_standby(int adapter, int from) {
  struct cec_msg message;
  cec_msg_init(&message, from, CEC_LOG_ADDR_TV);
  cec_msg_standby(&message);
  return sent(adapter, &message);
}

static bool send_wake(int adapter, int from) {
  struct cec_msg message;
  cec_msg_init(&message, from, CEC_LOG_ADDR_TV);
  cec_msg_image_view_on(&message);
  if (!sent(adapter, &message)) return false;
  __u16 place = CEC_PHYS_ADDR_INVALID;
  if (ioctl(adapter, CEC_ADAP_G_PHYS_ADDR, &place) || place == CEC_PHYS_ADDR_INVALID) return true;
  cec_msg_init(&message, from, CEC_LOG_ADDR_BROADCAST);
  cec_msg_active_source(&message, place);
  sent(adapter, &message);  // to everybody: nobody has to answer
  return true;
}

television_answer television_tell(const char *path, bool awake) {
  int adapter = open(path, O_RDWR | O_CLOEXEC);
  if (adapter < 0) {
    return errno == ENOENT || errno == ENODEV || errno == ENXIO ? TELEVISION_NO_ADAPTER
                                                                : TELEVISION_UNUSABLE;
  }
  struct cec_caps caps;
  memset(&caps, 0, sizeof caps);
  television_answer answer = TELEVISION_UNUSABLE;
  if (!ioctl(adapter, CEC_ADAP_G_CAPS, &caps) && caps.capabilities & CEC_CAP_TRANSMIT) {
    int from = own_address(adapter, &caps);
    bool told = from >= 0 && (awake ? send_wake(adapter, from) : send_standby(adapter, from));
    answer = told ? TELEVISION_TOLD : TELEVISION_NOBODY;
  }
  int why = errno;
  close(adapter);
  errno = why;
  return answer;
}
