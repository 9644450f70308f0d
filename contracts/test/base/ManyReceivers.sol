// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEditions} from "./IEditions.sol";
import {IItems} from "./IItems.sol";

/// @notice Mints many: counts its hooks, looks from the first whether the last item is there, and refuses one of its choice.
contract ManyReceiver {
    uint256 private _lastId;
    uint256 private _refused;
    uint256 public hooks;
    address public operator;
    address public from;
    string public lastUri;

    /// @param refused the hook that it refuses, from 1; 0 refuses none
    function expect(uint256 lastId, uint256 refused) external {
        (_lastId, _refused) = (lastId, refused);
    }

    function act(address to, bytes calldata data) external {
        (bool ok, bytes memory why) = to.call(data);
        if (!ok) {
            assembly {
                revert(add(why, 0x20), mload(why))
            }
        }
    }

    function onERC721Received(address operator_, address from_, uint256, bytes calldata) external returns (bytes4) {
        if (hooks == 0) lastUri = IItems(msg.sender).tokenURI(_lastId);
        return _take(operator_, from_) ? this.onERC721Received.selector : bytes4(0);
    }

    function onERC1155Received(address operator_, address from_, uint256, uint256, bytes calldata) external returns (bytes4) {
        lastUri = IEditions(msg.sender).uri(_lastId);
        return _take(operator_, from_) ? this.onERC1155Received.selector : bytes4(0);
    }

    function onERC1155BatchReceived(address operator_, address from_, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        returns (bytes4)
    {
        lastUri = IEditions(msg.sender).uri(_lastId);
        return _take(operator_, from_) ? this.onERC1155BatchReceived.selector : bytes4(0);
    }

    function _take(address operator_, address from_) private returns (bool) {
        (operator, from) = (operator_, from_);
        return ++hooks != _refused;
    }
}
