// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice ERC721 as of 2017, as CryptoKitties has it: `transferFrom` asks every caller, the owner included, for an approval,
/// and nothing moves to the token itself. With `isSilent` what is refused does nothing instead of reverting.
contract KittyToken {
    mapping(uint256 id => address) public ownerOf;
    mapping(address account => uint256) public balanceOf;
    mapping(uint256 id => address) public approvedFor;
    bool public isPaused;
    bool public isSilent;

    event Transfer(address from, address to, uint256 tokenId);
    event Approval(address owner, address approved, uint256 tokenId);

    function give(address to, uint256 id) external {
        _move(address(0), to, id);
    }

    function pause(bool paused) external {
        isPaused = paused;
    }

    function setSilent(bool silent) external {
        isSilent = silent;
    }

    function approve(address to, uint256 id) external virtual {
        require(!isPaused && ownerOf[id] == msg.sender);
        approvedFor[id] = to;
        emit Approval(msg.sender, to, id);
    }

    function transfer(address to, uint256 id) external {
        require(!isPaused && to != address(0) && to != address(this) && ownerOf[id] == msg.sender);
        _move(msg.sender, to, id);
    }

    function transferFrom(address from, address to, uint256 id) external virtual {
        bool isAllowed = !isPaused && to != address(0) && to != address(this) && approvedFor[id] == msg.sender && ownerOf[id] == from;
        require(isAllowed || isSilent);
        if (isAllowed) _move(from, to, id);
    }

    function _move(address from, address to, uint256 id) internal {
        if (from != address(0)) {
            --balanceOf[from];
            delete approvedFor[id];
        }
        ++balanceOf[to];
        ownerOf[id] = to;
        emit Transfer(from, to, id);
    }
}

/// @notice Moves as the standard has it, but burns the gas of approvals that a contract gives.
contract BurningApprovalToken is KittyToken {
    function approve(address to, uint256 id) external override {
        if (msg.sender.code.length != 0) {
            assembly {
                invalid()
            }
        }
        approvedFor[id] = to;
    }

    function transferFrom(address from, address to, uint256 id) external override {
        require(ownerOf[id] == from && (msg.sender == from || approvedFor[id] == msg.sender));
        _move(from, to, id);
    }
}
