// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {Fee, ICollection} from "../../../src/collection/ICollection.sol";
import {IOwnable} from "../../base/IOwnable.sol";
import {Test} from "../../base/Test.sol";

/// @notice Owners who hand a collection on, and signers who outlive none of them; it keeps its own books of both.
contract CollectionHandler is Test {
    ICollection private collection;
    address public owner;
    uint256 private ownersSoFar;
    mapping(uint256 owners => mapping(address account => bool)) private named;
    uint256 private lastId;
    uint256 public minted;
    bool public wasWrong;

    constructor(ICollection collection_, address owner_) {
        (collection, owner) = (collection_, owner_);
        named[0][miner] = true;
    }

    function accountAt(uint256 seed) private view returns (address) {
        return [alice, bob, eve][seed % 3];
    }

    function keyAt(uint256 seed) private pure returns (uint256) {
        return [MINER_KEY, EVE_KEY, BOB_KEY][seed % 3];
    }

    function isNamed(address account) public view returns (bool) {
        return named[ownersSoFar][account];
    }

    function signerAt(uint256 place) public view returns (address) {
        return [miner, eve, bob][place % 3];
    }

    function handOver(uint256 caller, uint256 next) external {
        (address from, address to) = (accountAt(caller), accountAt(next));
        vm.prank(from);
        try IOwnable(address(collection)).transferOwnership(to) {
            if (from != owner) wasWrong = true;
            owner = to;
            ++ownersSoFar;
        } catch {
            if (from == owner) wasWrong = true;
        }
    }

    function add(uint256 caller, uint256 signer) external {
        (address from, address account) = (accountAt(caller), signerAt(signer));
        bool isDue = from == owner && !isNamed(account);
        vm.prank(from);
        try collection.addSigner(account) {
            if (!isDue) wasWrong = true;
            named[ownersSoFar][account] = true;
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    function remove(uint256 caller, uint256 signer) external {
        (address from, address account) = (accountAt(caller), signerAt(signer));
        bool isDue = from == owner && isNamed(account);
        vm.prank(from);
        try collection.removeSigner(account) {
            if (!isDue) wasWrong = true;
            named[ownersSoFar][account] = false;
        } catch {
            if (isDue) wasWrong = true;
        }
    }

    function renounce(uint256 signer) external {
        address account = signerAt(signer);
        vm.prank(account);
        try collection.renounceSigner() {
            if (!isNamed(account)) wasWrong = true;
            named[ownersSoFar][account] = false;
        } catch {
            if (isNamed(account)) wasWrong = true;
        }
    }

    /// @dev The handler is the exchange that the voucher names.
    function mint(uint256 signer, uint256 creator) external {
        address account = accountAt(creator);
        SettlementVoucher memory voucher;
        (voucher.fees, voucher.uri, voucher.supply, voucher.deadline) = (new Fee[](0), "/a", 1, type(uint256).max);
        voucher.sig = signed(keyAt(signer), collection.settlementMintDigest(address(this), ++lastId, account, voucher));
        bool isDue = account == owner && isNamed(signerAt(signer));
        try collection.mintAtSettlement(lastId, account, carol, 1, voucher) {
            if (!isDue) wasWrong = true;
            ++minted;
        } catch {
            if (isDue) wasWrong = true;
        }
    }
}
