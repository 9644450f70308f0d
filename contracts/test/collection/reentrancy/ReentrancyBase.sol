// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, MintItem, MintMany, MintOrder, SettlementVoucher} from "../../../src/collection/CollectionTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {ISettlementMint} from "../../../src/collection/ISettlementMint.sol";
import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";
import {IOwnable} from "../../base/IOwnable.sol";
import {ReentrantReceiver} from "../../base/ReentrantReceiver.sol";

/// @notice A receiver that calls the collection from its hook, once for each function and each way to mint. Alice owns
/// number 1; number 7 is being minted while the hook runs, and number 9 with it by a voucher for many.
abstract contract ReentrancyBase is Collection1155Base {
    enum Entry {
        Mint,
        YieldMint,
        MintMany,
        Settlement
    }

    /// @dev A call from the hook, and the error it has to end with; none where it may pass.
    struct Step {
        bytes call;
        bytes why;
    }

    ReentrantReceiver internal receiver;
    Step[] private _steps;

    function collectionOf() internal view virtual returns (ICollection);

    /// @dev A collection with Alice's number 1.
    function begin() internal virtual;

    /// @dev Lets the receiver get number 7.
    function enter(Entry entry) internal virtual;

    function listSteps(Entry entry) internal virtual;

    /// @dev What holds after every call, whether it passed or not.
    function checkInvariants() internal view virtual;

    function passes(bytes memory call) internal {
        _steps.push(Step(call, ""));
    }

    function reverts(bytes memory call, bytes memory why) internal {
        _steps.push(Step(call, why));
    }

    /// @dev What only the owner may do, and what only a signer or the factory may.
    function listOwnerSteps() internal {
        bytes memory notOwner = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", receiver);
        reverts(abi.encodeCall(ICollection.addSigner, (address(receiver))), notOwner);
        reverts(abi.encodeCall(ICollection.removeSigner, (miner)), notOwner);
        reverts(abi.encodeCall(ICollection.setTokenURIPrefix, ("x")), notOwner);
        reverts(abi.encodeCall(ICollection.freezeTokenURIPrefix, ()), notOwner);
        reverts(abi.encodeCall(ICollection.setContractURI, ("x")), notOwner);
        reverts(abi.encodeWithSignature("transferOwnership(address)", receiver), notOwner);
        reverts(abi.encodeWithSignature("renounceOwnership()"), abi.encodeWithSignature("CollectionOwnerNeeded()"));
        reverts(abi.encodeWithSignature("acceptOwnership()"), notOwner);
        reverts(abi.encodeCall(ICollection.setMinter, (address(receiver))), notOwner);
        bytes memory notSigner = abi.encodeWithSelector(ICollection.CollectionSignerMissing.selector, receiver);
        reverts(abi.encodeCall(ICollection.renounceSigner, ()), notSigner);
    }

    function attack(Entry entry) internal {
        uint256 count = 1;
        for (uint256 i; i < count; ++i) {
            // A fresh collection and receiver for each call, which names both.
            begin();
            receiver = new ReentrantReceiver();
            delete _steps;
            listSteps(entry);
            count = _steps.length;
            Step memory step = _steps[i];
            receiver.arm(address(collectionOf()), step.call);
            enter(entry);
            vm.assertTrue(receiver.called(), "the hook ran");
            vm.assertTrue(receiver.passed() == (step.why.length == 0), string.concat("ended otherwise: ", vm.toString(i)));
            if (step.why.length != 0) vm.assertEq(keccak256(receiver.answer()), keccak256(step.why), string.concat("error: ", vm.toString(i)));
            checkInvariants();
            checkRoles();
        }
        vm.assertGe(count, 20, "every function");
    }

    function checkRoles() internal view {
        ICollection collection = collectionOf();
        vm.assertEq(IOwnable(address(collection)).owner(), operator, "same owner");
        vm.assertTrue(collection.isSigner(miner) && !collection.isSigner(address(receiver)), "same signers");
        vm.assertEq(collection.tokenURIPrefix(), "ipfs:/", "same prefix");
        vm.assertEq(collection.contractURI(), "ipfs:/", "same contract URI");
        vm.assertTrue(!collection.isTokenURIPrefixFrozen(), "not frozen");
        vm.assertEq(collection.minter(), address(0), "no minter");
    }

    function yieldCall(ICollection collection, uint8 itemType, uint256 id, uint256 value) internal view returns (bytes memory) {
        MintOrder memory order = MintOrder(id, value, address(collection), itemType);
        Sig memory sig = signed(MINER_KEY, collection.yieldMintDigest(order, address(receiver)));
        return abi.encodeCall(ICollection.yieldMint, (order, sig, noFees(), CID));
    }

    /// @dev Both ids by one voucher.
    function manyCall(ICollection collection, uint256 first, uint256 second, uint256 supply) internal view returns (bytes memory) {
        MintMany memory terms = MintMany(new MintItem[](2), block.timestamp);
        terms.items[0] = MintItem(first, CID, supply, oneFee(carol, 500));
        terms.items[1] = MintItem(second, CID, supply, oneFee(carol, 500));
        return abi.encodeCall(ICollection.mintMany, (terms, signed(MINER_KEY, collection.mintManyDigest(terms, address(receiver)))));
    }

    function notMinter() internal view returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionCallerNotMinter.selector, receiver);
    }

    /// @dev The test is the exchange that the voucher names.
    function settlementVoucher(ICollection collection, uint256 id, uint256 supply) internal view returns (SettlementVoucher memory terms) {
        (terms.uri, terms.supply, terms.deadline) = (CID, supply, block.timestamp + 1 days);
        terms.sig = signed(MINER_KEY, collection.settlementMintDigest(address(this), id, alice, terms));
    }

    function settlementCall(ICollection collection, uint256 id, uint256 supply) internal view returns (bytes memory) {
        return abi.encodeCall(
            ISettlementMint.mintAtSettlement, (id, alice, address(receiver), 1, settlementVoucher(collection, id, supply))
        );
    }

    function minted(uint256 id) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, id);
    }

    function invalid(uint256 id) internal view returns (bytes memory) {
        return abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, id, alice);
    }
}
