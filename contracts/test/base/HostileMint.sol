// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";
import {IFullExchange} from "../../src/exchange/IFullExchange.sol";

/// @notice A minting collection that delivers as it should and calls back into the exchange from its mint.
contract HostileMint is ERC721("Hostile mint", "HMT") {
    IFullExchange private immutable _exchange;
    bytes private _call;
    uint256 private _value;
    uint256 public tries;
    bool public entered;
    /// @notice What the call back was refused with.
    bytes4 public why;
    uint256 public balanceSeen;
    uint256 public claimableSeen;

    constructor(IFullExchange exchange_) {
        _exchange = exchange_;
    }

    receive() external payable {}

    /// @notice Calls back with `call_` and `value` of the coin that lies here.
    function reenter(bytes calldata call_, uint256 value) external {
        (_call, _value) = (call_, value);
    }

    /// @dev `mintAtSettlement`, whatever its voucher.
    fallback() external {
        (uint256 id,, address to) = abi.decode(msg.data[4:100], (uint256, address, address));
        _mint(to, id);
        (balanceSeen, claimableSeen) = (address(_exchange).balance, _exchange.totalClaimable());
        if (_call.length != 0) {
            ++tries;
            (bool ok, bytes memory answer) = address(_exchange).call{value: _value}(_call);
            (entered, why) = (entered || ok, bytes4(answer));
        }
        assembly {
            mstore(0, 3)
            mstore(0x20, 1)
            return(0, 0x40)
        }
    }
}
