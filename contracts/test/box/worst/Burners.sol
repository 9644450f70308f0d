// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";

/// @notice Sells and opens boxes, and burns all the gas that comes with coin or an item.
contract Burner {
    /// @dev Of forge's cheats: a call back while this is false spends everything.
    bool private _isCalm;

    function setCalm(bool isCalm) external {
        _isCalm = isCalm;
    }

    function act(address to, bytes calldata data) external payable {
        (bool ok, bytes memory answer) = to.call{value: msg.value}(data);
        if (ok) return;
        assembly {
            revert(add(answer, 0x20), mload(answer))
        }
    }

    function onERC721Received(address, address, uint256, bytes calldata) external view returns (bytes4) {
        _burn();
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external view returns (bytes4) {
        _burn();
        return this.onERC1155Received.selector;
    }

    receive() external payable {
        _burn();
    }

    function _burn() private view {
        if (_isCalm) return;
        assembly {
            invalid()
        }
    }
}

/// @notice A pay token that burns all the gas of a transfer out of the blind box.
contract BurningERC20 is ERC20("Burning", "BRN") {
    address private _from;

    function give(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function burnFrom(address from) external {
        _from = from;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (from == _from && from != address(0)) {
            assembly {
                invalid()
            }
        }
        super._update(from, to, value);
    }
}

/// @notice Of type 4, one item: burns all the gas of an approval or a transfer that the blind box asks for.
contract BurningOldToken {
    address private immutable _box;
    mapping(uint256 id => address) public ownerOf;

    constructor(address box) {
        _box = box;
    }

    function give(address to, uint256 id) external {
        ownerOf[id] = to;
    }

    function approve(address, uint256) external view {
        _burn();
    }

    function transferFrom(address, address to, uint256 id) external {
        _burn();
        ownerOf[id] = to;
    }

    function _burn() private view {
        if (msg.sender != _box) return;
        assembly {
            invalid()
        }
    }
}
