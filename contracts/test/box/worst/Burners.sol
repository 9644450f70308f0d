// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

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

/// @notice Of type 4: burns all the gas of an approval or a transfer of what the blind box has. With `isSilent` it does nothing in the
/// first transfer, and burns what asking for the owner may use instead.
contract BurningOldToken {
    address private immutable _box;
    bool private _isSilent;
    mapping(uint256 id => address) private _owners;

    constructor(address box) {
        _box = box;
    }

    function give(address to, uint256 id) external {
        _owners[id] = to;
    }

    function setSilent(bool isSilent) external {
        _isSilent = isSilent;
    }

    function ownerOf(uint256 id) external view returns (address owner) {
        owner = _owners[id];
        if (_isSilent && owner == _box && msg.sender == _box) _burn();
    }

    function approve(address, uint256) external view {
        if (msg.sender == _box) _burn();
    }

    function transferFrom(address from, address to, uint256 id) external {
        if (from == _box) {
            if (_isSilent && msg.sender == _box) return;
            _burn();
        }
        _owners[id] = to;
    }

    function _burn() private pure {
        assembly {
            invalid()
        }
    }
}
